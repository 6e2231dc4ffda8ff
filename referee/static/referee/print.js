import { first } from "./elements.js";

first("[data-print]").addEventListener("click", () => print());
