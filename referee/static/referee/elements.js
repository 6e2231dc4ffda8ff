// Elements that a page must have; those it may lack are asked for by the document's own functions.

/**
 * @param {string} id
 * @returns {HTMLElement}
 */
export function byId(id) {
  const found = document.getElementById(id);
  if (!found) throw new Error(`no element #${id}`);
  return found;
}

/**
 * The first one; also in a document that is not shown yet.
 * @param {string} selector
 * @returns {HTMLElement}
 */
export function first(selector, root = /** @type {ParentNode} */ (document)) {
  const found = root.querySelector(selector);
  if (!found) throw new Error(`no element ${selector}`);
  return /** @type {HTMLElement} */ (found);
}

/**
 * All of them, even none.
 * @param {string} selector
 * @returns {NodeListOf<HTMLElement>}
 */
export const all = (selector, root = /** @type {ParentNode} */ (document)) => root.querySelectorAll(selector);

/**
 * The element that an event is about; that of none for what happens to no element, such as the document.
 * @param {Event} event
 * @returns {HTMLElement}
 */
export const targetOf = ({ target }) => /** @type {HTMLElement} */ (target instanceof Element ? target : document.documentElement);
