import type { Translation } from '../../../ui/messages/translation.ts';
import type { tronMessages as englishMessages } from '../en/tron.ts';

/** Why the network did not take a transaction, by the code of its node. */
const REASONS: Readonly<Record<string, string>> = {
  SIGERROR: 'Die Signatur stammt nicht von der Wallet, die zahlt.',
  CONTRACT_VALIDATE_ERROR:
    'Das Konto der Wallet ist auf Tron noch nicht aktiv, oder es hat zu wenig TRX für die Netzwerkgebühr.',
  CONTRACT_EXE_ERROR: 'Das Netzwerk würde diesen Aufruf gerade ablehnen.',
  BANDWITH_ERROR: 'Die Wallet hat zu wenig TRX für die Netzwerkgebühr.',
  TAPOS_ERROR:
    'Das Netzwerk ist ohne den Block weitergelaufen, auf den sich die Transaktion bezieht.',
  wallet_not_allowed: 'Diese Wallet darf diesen Link nicht bezahlen.',
  screening_rejected: 'Diese Wallet darf diesen Link nicht bezahlen.',
  provider_error: 'Die Wallet konnte nicht geprüft werden.',
};

/** The German texts about payments on Tron. */
export const tronMessages = {
  networkFee: (most: string) =>
    `Tron berechnet seine Gebühr in Energie und Bandbreite, und in TRX, was der Wallet davon fehlt. Für diese Signatur kostet die Energie höchstens ${most} TRX; was nicht gebraucht wird, bleibt in der Wallet.`,
  held: (held: readonly string[]) => `Diese Wallet hat ${held.join(', ')}.`,
  coin: (amount: string) => `${amount} TRX`,
  energy: (amount: string) => `${amount} Energie`,
  bandwidth: (amount: string) => `${amount} Bandbreite`,
  relaying:
    'Ihre Zahlung ist signiert. Wir übergeben sie weiter an das Netzwerk; Sie müssen nicht noch einmal signieren.',
  refusedTitle: 'Das Netzwerk hat diese Zahlung nicht angenommen',
  late: (from: string) =>
    `Sie wurde zu spät signiert. Bisher wurde nichts bezahlt. Zahlen Sie noch nicht erneut: Nach ${from} kann kein Block sie mehr enthalten, und diese Seite bietet an, neu zu beginnen.`,
  refused: (code: string, until: string) =>
    `${REASONS[code] ?? 'Es hat keinen Grund genannt, den diese Seite kennt.'} Bisher wurde nichts bezahlt. Zahlen Sie noch nicht erneut: Was Sie signiert haben, bleibt bis ${until} gültig, und kurz danach bietet diese Seite an, neu zu beginnen.`,
} satisfies Translation<typeof englishMessages>;
