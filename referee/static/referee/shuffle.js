/**
 * The same items in any order, each order as likely as another (Fisher and Yates).
 * @template T
 * @param {Iterable<T>} items
 * @returns {T[]}
 */
export function shuffled(items, random = Math.random) {
  const mixed = [...items];
  for (let last = mixed.length - 1; last > 0; last--) {
    const other = Math.floor(random() * (last + 1));
    [mixed[last], mixed[other]] = [mixed[other], mixed[last]];
  }
  return mixed;
}
