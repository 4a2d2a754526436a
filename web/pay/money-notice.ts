import { UNLOADED_ID } from '../engine/unloaded-id.ts';
import { type Money, moneyKnown } from './money-known.ts';

/*
 * Stands in the document beside the notice that a part of the page did not load: once that is shown, it says there what is true of the payer's
 * money, by what this browser keeps, as no other part may be here. It is renewed, because the page may go on.
 */

/** So often it is read again, in milliseconds. */
const RENEWED_EVERY_MS = 500;

/** What the server writes beside this script: the token, and a text for each. */
type Given = { readonly token: string } & Readonly<Record<Money, string>>;

function watchNotice(notice: HTMLElement, given: Given): void {
  const place = notice.lastElementChild;
  const say = () => {
    const money = readMoney(given.token);
    const text = money === undefined ? '' : given[money];
    // Written only where it is another one, as a screen reader reads it out.
    if (place !== null && place.textContent !== text) place.textContent = text;
  };
  const shown = new MutationObserver(() => {
    shown.disconnect();
    say();
    setInterval(say, RENEWED_EVERY_MS);
  });
  shown.observe(notice, { attributeFilter: ['hidden'] });
}

/** Undefined also where the browser keeps nothing, or nothing that can be read: nobody knows then what was sent before. */
function readMoney(token: string): Money | undefined {
  try {
    return moneyKnown({
      token,
      at: document.querySelector('main')?.className.split('at-')[1] ?? '',
      isNoticed: document.querySelector('main .notice') !== null,
      read: (key) => localStorage.getItem(key),
      nowMs: Date.now(),
    });
  } catch {
    return undefined;
  }
}

const notice = document.getElementById(UNLOADED_ID);
const {
  token = '',
  sent = '',
  open = '',
  part = '',
  fees = '',
  none = '',
} = document.currentScript?.dataset ?? {};
if (notice !== null) watchNotice(notice, { token, sent, open, part, fees, none });
