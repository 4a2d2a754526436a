import type { Translation } from '../../../ui/messages/translation.ts';
import type { safeRouteMessages as englishMessages } from '../en/safe-route.ts';

const NOTHING = 'Es wurde nichts gesendet.';
const ACTIVITY = 'Prüfen Sie ihre Aktivitäten, bevor Sie erneut zahlen.';

/** The German texts of Safes that pay from another network, loaded for those. */
export const safeRouteMessages = {
  problems: {
    not_atomic: `Ihre Wallet kann diese Aufrufe nicht in einer Transaktion ausführen. ${NOTHING}`,
    chain: `Ihr Safe ist nicht auf diesem Netzwerk. ${NOTHING}`,
    upgrade_refused: `Ihr Konto bleibt, wie es ist: Die Erweiterung wurde abgelehnt. ${NOTHING}`,
    too_large: `Das sind zu viele Aufrufe für Ihre Wallet. ${NOTHING}`,
    duplicate: `Ihre Wallet meldet, dass sie diese Aufrufe schon hat. ${ACTIVITY}`,
    unknown: `Ihre Wallet kann nicht sagen, was aus den Aufrufen geworden ist. ${ACTIVITY}`,
    not_sent:
      'Ihre Wallet konnte die Aufrufe nicht an das Netzwerk senden. Es wurde nichts bezahlt.',
    reverted:
      'Das Netzwerk hat alle Aufrufe abgelehnt: Es wurde nichts bezahlt, nur seine Gebühr wurde verbraucht.',
    partly: `Ihre Wallet hat nur einige der Aufrufe ausgeführt, obwohl sie alle oder keinen ausführen sollte. ${ACTIVITY}`,
  },
  sources: (network: string) => `Mit dem Guthaben Ihres Safe auf ${network}`,
  sourcesNote: (network: string) =>
    `Derselbe Safe wurde auf ${network} nicht gefunden. Was dort nicht zugestellt werden kann, ginge an einen Eigentümer Ihres Safe zurück, der dann allein über das Geld verfügt.`,
  owner: 'Wählen Sie, an wen es zurückgeht',
  propose: (calls: number, network: string) =>
    `Sie schlagen Ihrem Safe auf ${network} ${calls === 1 ? 'einen Aufruf' : `${calls} Aufrufe`} als eine Transaktion vor: Entweder wird alles ausgeführt oder nichts. Es wird nichts bezahlt, bevor genug Eigentümer signiert haben und einer von ihnen sie ausführt.`,
  atOnce: (calls: number) =>
    `Ihr Konto führt ${calls === 1 ? 'einen Aufruf' : `${calls} Aufrufe`} als eine Transaktion aus: Entweder wird alles ausgeführt oder nichts.`,
  pay: (taken: string, paid: string, network: string) =>
    `Der Aufruf des Brückenvertrags bucht ${taken} von Ihrem Safe ab und zahlt ${paid} auf ${network} an`,
  until: (when: string) =>
    `Genug Eigentümer müssen sie bis ${when} signieren und ausführen. Später scheitert sie, und es wird durch sie nichts bezahlt.`,
  button: (amount: string) => `${amount} vorschlagen`,
  returns: (when: string, symbol: string | undefined) =>
    `Kann es dort bis ${when} nicht bezahlt werden, kommt das Geld${symbol === undefined ? '' : ` als ${symbol}`} zurück an`,
  toSafe: (source: string, destination: string) =>
    `Das ist Ihr Safe auf ${source}. Was auf ${destination} schon angekommen war, kommt dort an dieselbe Adresse, an der der Zahlungsdienst denselben Safe gelesen hat.`,
  toOwner:
    'Das ist der Eigentümer Ihres Safe, den Sie gewählt haben. Er verfügt dann allein über das Geld.',
} satisfies Translation<typeof englishMessages>;
