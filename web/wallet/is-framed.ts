/** Whether this is a page within another one, which decides what a person believes to press. */
export function isFramed(): boolean {
  return window.parent !== window;
}
