import { findChromium } from './chromium.ts';

/** Has the browser ready before the first worker starts, so that no test waits while it is unpacked. */
export async function setup(): Promise<void> {
  await findChromium();
}
