import type { Browser } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { LANGUAGES } from '../../src/kit/languages.ts';
import { sharedBrowser } from './support/chromium.ts';
import { type Gallery, openGallery } from './support/gallery.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await sharedBrowser();
});

describe('every state of the pay page', () => {
  it.each(Object.keys(LANGUAGES))(
    'fits 320 px and can be read by everybody: %s',
    async (language) => {
      const isRightToLeft = language === 'ar';
      await using gallery = await openGallery(browser, {
        language,
        direction: isRightToLeft ? 'rtl' : 'ltr',
        dark: isRightToLeft,
      });
      expect(gallery.names.length).toBeGreaterThan(70);
      expect(await gallery.findings()).toEqual([]);
      await expectPlaces(gallery);
    },
  );
});

/** Sums and what they are at most end with their line, and a notice within a row stands apart from what is above. */
async function expectPlaces({ page, show }: Gallery): Promise<void> {
  await show('review-conversion');
  expect(await page.evaluate(PLACES.ofSums)).toEqual([0, 0]);
  await show('stale');
  expect(await page.evaluate(PLACES.ofNotice)).toBeGreaterThanOrEqual(8);
}

const PLACES = {
  ofSums: `(() => {
    const sum = document.querySelector('.row.strong dd');
    const isToLeft = document.dir === 'rtl';
    const rest = (node) => {
      const range = document.createRange();
      range.selectNodeContents(node);
      const [own, row] = [range.getBoundingClientRect(), sum.parentElement.getBoundingClientRect()];
      return Math.round(isToLeft ? own.left - row.left : row.right - own.right);
    };
    return [rest(sum.firstChild), rest(sum.querySelector('.fine'))];
  })()`,
  ofNotice: `(() => {
    const notice = document.querySelector('.row .notice');
    return notice.getBoundingClientRect().top - notice.previousElementSibling.getBoundingClientRect().bottom;
  })()`,
};
