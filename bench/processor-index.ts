import type { Browser } from 'playwright-core';

/** So long each of the two loops runs, in milliseconds. */
const LOOP_MS = 500;

/**
 * How fast scripts run in this browser, without any slow-down, as Lighthouse counts it for its `benchmarkIndex`: a tenth of the strings of 10,000 characters that are
 * put together in a second, and of the copies of 100,000 numbers, and the mean of both. Lighthouse takes 1,000 and more for a desktop, 800 for a fast phone
 * and 125 for one of the middle class; what the readings of two machines are related by.
 */
export async function processorIndex(browser: Browser): Promise<number> {
  const context = await browser.newContext();
  try {
    const page = await context.newPage();
    return Number(await page.evaluate(INDEX));
  } finally {
    await context.close();
  }
}

const INDEX = `(() => {
  const perSecond = (step) => {
    const start = performance.now();
    let steps = 0;
    while (performance.now() - start < ${LOOP_MS}) step(steps++);
    return steps / ((performance.now() - start) / 1000);
  };
  const strings = perSecond(() => {
    let text = '';
    for (let i = 0; i < 10_000; i++) text += 'a';
    if (text.length === 1) throw new Error('never');
  });
  const lists = [0, 1].map(() => Array.from({ length: 100_000 }, (_, i) => i));
  const copies = perSecond((steps) => {
    const from = lists[steps % 2], to = lists[1 - (steps % 2)];
    for (let i = 0; i < from.length; i++) to[i] = from[i];
  });
  return Math.round((strings / 10 + copies / 10) / 2);
})()`;
