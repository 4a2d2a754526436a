import type { FlorinLabels } from '../../sdk/src/florin-js.ts';
import type { ShownLabels } from './frame-display.ts';

/** In the languages of the pay page, by the first part of their tags. */
const LABELS = {
  en: { title: 'Payment', close: 'Close', open: 'Open the payment page' },
  es: { title: 'Pago', close: 'Cerrar', open: 'Abrir la página de pago' },
  pt: { title: 'Pagamento', close: 'Fechar', open: 'Abrir a página de pagamento' },
  fr: { title: 'Paiement', close: 'Fermer', open: 'Ouvrir la page de paiement' },
  de: { title: 'Zahlung', close: 'Schließen', open: 'Zahlungsseite öffnen' },
  it: { title: 'Pagamento', close: 'Chiudi', open: 'Apri la pagina di pagamento' },
  tr: { title: 'Ödeme', close: 'Kapat', open: 'Ödeme sayfasını aç' },
  zh: { title: '付款', close: '关闭', open: '打开付款页面' },
  ja: { title: '支払い', close: '閉じる', open: '支払いページを開く' },
  ar: { title: 'دفعة', close: 'إغلاق', open: 'فتح صفحة الدفع' },
} satisfies Readonly<Record<string, FlorinLabels>>;

/** Those in the first of some languages that we have, such as `de-AT`; English where we have none of them. */
export function labelsIn(languages: readonly (string | undefined)[]): ShownLabels {
  const [language = 'en'] = languages
    .map((tag = '') => tag.toLowerCase().split(/[-_]/)[0] ?? '')
    .filter(isOurs);
  return { ...LABELS[language], language };
}

function isOurs(language: string): language is keyof typeof LABELS {
  return Object.hasOwn(LABELS, language);
}
