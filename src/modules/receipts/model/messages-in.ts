import type { Language } from '#kit/languages.ts';
import { ar } from './messages/ar.ts';
import { de } from './messages/de.ts';
import { en } from './messages/en.ts';
import { es } from './messages/es.ts';
import { fr } from './messages/fr.ts';
import { it } from './messages/it.ts';
import { ja } from './messages/ja.ts';
import { pt } from './messages/pt.ts';
import { tr } from './messages/tr.ts';
import { zh } from './messages/zh.ts';
import type { ReceiptMessages } from './receipt-messages.ts';

const MESSAGES: Readonly<Record<Language, ReceiptMessages>> = {
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

/** The texts of receipts in a language. */
export function messagesIn(language: Language): ReceiptMessages {
  return MESSAGES[language];
}
