import type { Browser } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { LANGUAGES } from '../../src/hosts/pay/languages.ts';
import { sharedBrowser } from './support/chromium.ts';
import { type Gallery, openGallery } from './support/gallery.ts';

/** What of axe's rules depends on texts; all others see the same elements in every language. */
const NAMES = [
  'aria-command-name',
  'aria-input-field-name',
  'aria-progressbar-name',
  'aria-toggle-field-name',
  'button-name',
  'empty-heading',
  'image-alt',
  'input-button-name',
  'label',
  'link-name',
  'role-img-alt',
  'select-name',
  'summary-name',
  'svg-img-alt',
  'valid-lang',
];

/** Held to every rule, with all that folds unfolded: one from left to right, in light, and the one from right to left, in the dark. */
const WHOLE: ReadonlySet<string> = new Set(['en', 'ar']);

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
        unfolded: WHOLE.has(language),
      });
      expect(gallery.names.length).toBeGreaterThan(70);
      expect(await gallery.findings(WHOLE.has(language) ? undefined : NAMES)).toEqual([]);
      if (WHOLE.has(language)) await expectPlaces(gallery);
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
