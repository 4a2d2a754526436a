import type { Browser } from 'playwright-core';

/** So long each of the two loops runs, in milliseconds. */
const LOOP_MS = 500;

/**
 * How fast scripts run in this browser, without any slow-down, by the two loops that Lighthouse takes its `benchmarkIndex` from: ten strings of 100,000 characters
 * each counts one in the first, ten copies of 100,000 numbers in the second, in a second. Phones of the middle class have 125 to 800, desktops 1,500 and more:
 * whoever compares readings of two machines divides by it.
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
