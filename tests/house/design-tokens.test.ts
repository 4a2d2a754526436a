import { describe, expect, it } from 'vitest';
import { textOf } from './tree.ts';

const styles = textOf('web/ui/tokens.css');
const [light = '', dark = ''] = styles.split('@media (prefers-color-scheme: dark)');
const valuesIn = (text: string) =>
  new Map([...text.matchAll(/(--[\w-]+): ([^;]+);/g)].map(([, name, value]) => [name, value]));

/** The rows of the document: the token, its value, and that in the dark where it has another one. */
const written = new Map(
  [
    ...textOf('docs/design/pay-page.md').matchAll(
      /^\| `(--[\w-]+)` \| `([^`]+)` \|(?: `([^`]+)` \|)?/gm,
    ),
  ].map(([, name, ...values]) => [name, values.filter((value) => value !== undefined)]),
);

describe('the written design of the pay page', () => {
  it('has every token of the style sheet with its values, and no other', () => {
    const darkOf = valuesIn(dark);
    const tokens = [...valuesIn(light)].map(
      ([name, value]) =>
        [name, [value, darkOf.get(name)].filter((one) => one !== undefined)] as const,
    );
    expect(tokens.length).toBeGreaterThan(20);
    expect(written).toEqual(new Map(tokens));
  });

  it('has no size of type, width of the column or radius of a control beside the tokens', () => {
    for (const path of ['web/ui/page.css', 'web/pay/pay.css']) {
      expect(textOf(path)).not.toMatch(
        /(font-size: (0\.875|1\.1|1\.2)rem|border-radius: 0\.(9|75)rem|max-width: 28rem)/,
      );
    }
  });
});
