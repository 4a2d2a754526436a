import { describe, expect, it } from 'vitest';
import { contrastsOf, neededOf } from './contrasts.ts';

describe('the contrasts of a branding', () => {
  it('are none where no colour is set', () => {
    expect(contrastsOf({})).toBeUndefined();
  });

  it('say what the page shifts, and that what it shows can be read', () => {
    const colors = { cardBackgroundColor: '#ffffff', primaryTextColor: '#dddddd' };
    const contrasts = contrastsOf({ ...colors, secondaryTextColor: '#222222' }) ?? [];
    const [text, muted] = contrasts;
    expect(text).toMatchObject({ what: 'text', isKept: false });
    expect(text?.asSet).toBeLessThan(2);
    expect(muted).toMatchObject({ what: 'muted', isKept: true, shown: '#222222' });
    for (const { what, asShown } of contrasts)
      expect(asShown).toBeGreaterThanOrEqual(neededOf(what));
  });

  it('take a card in which nothing would be seen', () => {
    const grey = { cardBackgroundColor: '#777', primaryActionColor: '#777' };
    const contrasts = contrastsOf({
      ...grey,
      primaryTextColor: '#777',
      secondaryTextColor: '#777',
    });
    for (const { what, asShown } of contrasts ?? []) {
      expect(asShown).toBeGreaterThanOrEqual(neededOf(what));
    }
  });
});
