import { render } from "preact";
import { Shell } from "./shell.js";
import { listen } from "./store.js";

const root = document.querySelector("#root");
if (root === null) throw new Error("the page has no root");
root.textContent = "";
render(<Shell />, root);
listen();
