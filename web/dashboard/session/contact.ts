/** When the API last took a call of this page: each call moves the end of a wallet's session. */
let lastContactMs = 0;

/** Notes that a call was answered just now. */
export function noteContact(): void {
  lastContactMs = Date.now();
}

/** When the API last answered, in milliseconds since 1970. */
export function lastContact(): number {
  return lastContactMs;
}
