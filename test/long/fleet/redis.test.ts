import { endAfterEach, engineRows } from "./rows.js";

endAfterEach();
engineRows("redis");
