import type { Translation } from '../../../ui/messages/translation.ts';
import type { allowancesMessages as englishMessages } from '../en/allowances.ts';

/** The German texts of allowances that stand beyond a payment, loaded where there may be any. */
export const allowancesMessages = {
  title: 'Freigabe über diese Zahlung hinaus',
  text: (amount: string) =>
    `Ihre Wallet erlaubt diesem Vertrag, insgesamt bis zu ${amount} abzubuchen.`,
  textAny: (symbol: string) =>
    `Ihre Wallet erlaubt diesem Vertrag, ${symbol} in beliebiger Höhe abzubuchen.`,
  due: (amount: string) => `Für diese Zahlung werden ${amount} abgebucht.`,
  button: (symbol: string) => `Freigabe von ${symbol} widerrufen`,
  before:
    'Sie wird gegen eine Netzwerkgebühr auf null gesetzt. Für diese Zahlung wird danach eine Freigabe über genau den benötigten Betrag angefragt.',
  after: 'Sie wird gegen eine Netzwerkgebühr auf null gesetzt.',
  contract: 'Vertrag',
  asking: 'Ihre Wallet fragt, ob die Freigabe auf null gesetzt werden soll.',
  waiting: 'Die Freigabe ist widerrufen, sobald dies im nächsten Block steht.',
  revoked: (symbol: string) => `Die Freigabe von ${symbol} ist widerrufen.`,
  otherTab:
    'Ein anderer Tab dieses Browsers hat gerade eine Anfrage an Ihre Wallet offen. Machen Sie dort weiter, oder schließen Sie ihn.',
  declined: 'Sie haben abgelehnt. Die Freigabe bleibt, wie sie war.',
  failed: 'Ihre Wallet hat es nicht gesendet. Die Freigabe bleibt, wie sie war.',
  reverted: 'Das Netzwerk hat es nicht ausgeführt. Die Freigabe bleibt, wie sie war.',
} satisfies Translation<typeof englishMessages>;
