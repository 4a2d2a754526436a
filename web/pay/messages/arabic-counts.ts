import { plural } from '../../ui/messages/plural.ts';

/** Calls as the object of a sentence in Arabic. */
export function callsText(count: number): string {
  return plural('ar', count, {
    one: 'استدعاءً واحدًا',
    two: 'استدعاءين',
    few: `${count} استدعاءات`,
    many: `${count} استدعاءً`,
    other: `${count} استدعاء`,
  });
}

/** Payments in Arabic, where no sentence is around them. */
export function paymentsText(count: number): string {
  return plural('ar', count, {
    zero: 'لا دفعات',
    one: 'دفعة واحدة',
    two: 'دفعتان',
    few: `${count} دفعات`,
    other: `${count} دفعة`,
  });
}
