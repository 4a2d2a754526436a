/** After so long without a key or pointer an open page asks the API no more by itself, so that its session may end. */
const ACTIVE_MS = 2 * 60_000;

let lastInputMs = Date.now();
for (const event of ['pointerdown', 'pointermove', 'keydown']) {
  addEventListener(event, () => (lastInputMs = Date.now()), { passive: true });
}

/** Whether somebody looks at the page, as far as keys and the pointer say. */
export function isActive(): boolean {
  return document.visibilityState === 'visible' && Date.now() - lastInputMs < ACTIVE_MS;
}

/** How often a page that is looked at asks for what may have changed; false where nobody looks. */
export function whileActive(everyMs: number): () => number | false {
  return () => (isActive() ? everyMs : false);
}
