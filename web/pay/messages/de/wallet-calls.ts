import type { Translation } from '../../../ui/messages/translation.ts';
import type { walletCallsMessages as englishMessages } from '../en/wallet-calls.ts';

const ONE_BY_ONE = 'Es wurde nichts gesendet. Signieren Sie hier einen Aufruf nach dem anderen.';

/** The German texts of several calls that a wallet makes at once, loaded once one does. */
export const walletCallsMessages = {
  underWay:
    'Ihre Wallet führt die Aufrufe dieser Zahlung noch aus. Diese Seite macht weiter, sobald sie in einem Block stehen. Zahlen Sie nicht noch einmal.',
  problems: {
    not_atomic: `Ihre Wallet kann nicht alle diese Aufrufe auf einmal oder keinen ausführen. ${ONE_BY_ONE}`,
    chain: `Ihre Wallet kann auf diesem Netzwerk nicht mehrere Aufrufe auf einmal ausführen. ${ONE_BY_ONE}`,
    upgrade_refused: `Ihr Konto bleibt, wie es ist: Die Erweiterung wurde abgelehnt. ${ONE_BY_ONE}`,
    too_large: `Das sind zu viele Aufrufe für eine Signatur in Ihrer Wallet. ${ONE_BY_ONE}`,
    duplicate:
      'Ihre Wallet meldet, dass sie diese Aufrufe schon hat. Prüfen Sie ihre Aktivitäten, bevor Sie erneut zahlen.',
    unknown:
      'Ihre Wallet kann nicht sagen, was aus den Aufrufen geworden ist. Prüfen Sie ihre Aktivitäten, bevor Sie erneut zahlen.',
    not_sent:
      'Ihre Wallet konnte die Aufrufe nicht an das Netzwerk senden. Es wurde nichts bezahlt. Signieren Sie hier einen Aufruf nach dem anderen.',
    reverted:
      'Das Netzwerk hat alle Aufrufe abgelehnt: Es wurde nichts bezahlt, nur seine Gebühr wurde verbraucht. Signieren Sie hier einen Aufruf nach dem anderen.',
    partly:
      'Ihre Wallet hat nur einige der Aufrufe ausgeführt, obwohl sie alle oder keinen ausführen sollte. Prüfen Sie ihre Aktivitäten, bevor Sie erneut zahlen.',
  },
} satisfies Translation<typeof englishMessages>;
