import type { Language } from '#kit/languages.ts';
import { ar } from './ar.ts';
import { de } from './de.ts';
import { en } from './en.ts';
import { es } from './es.ts';
import { fr } from './fr.ts';
import { it } from './it.ts';
import { ja } from './ja.ts';
import { pt } from './pt.ts';
import type { ReceiptPageMessages } from './receipt-page-messages.ts';
import { tr } from './tr.ts';
import { zh } from './zh.ts';

const MESSAGES: Readonly<Record<Language, ReceiptPageMessages>> = {
  en,
  es,
  pt,
  fr,
  de,
  it,
  tr,
  zh,
  ja,
  ar,
};

/** The texts of the page of receipts in a language. */
export function pageMessagesIn(language: Language): ReceiptPageMessages {
  return MESSAGES[language];
}
