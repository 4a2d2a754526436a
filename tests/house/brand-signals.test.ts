import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { SIGNALS } from '../../web/ui/brand-style.ts';

// A branded page has one palette, so its warnings are written out beside those of the style sheet.
it('shows warnings on branded pages as on all others', () => {
  const sheet = readFileSync('web/ui/tokens.css', 'utf8');
  const [light = '', dark = ''] = sheet.split('@media (prefers-color-scheme: dark)');
  for (const [text, signals] of [
    [light, SIGNALS.light],
    [dark, SIGNALS.dark],
  ] as const) {
    for (const [name, color] of Object.entries(signals)) {
      expect(text).toContain(`${name}: ${color};`);
    }
  }
});
