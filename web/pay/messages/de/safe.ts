import type { Translation } from '../../../ui/messages/translation.ts';
import type { safeMessages as englishMessages } from '../en/safe.ts';

/** The German texts of payments that owners of a Safe sign, loaded for those. */
export const safeMessages = {
  problems: {
    chain: 'Ihr Safe ist nicht auf diesem Netzwerk. Es wurde nichts vorgeschlagen.',
    too_large: 'Das sind zu viele Aufrufe für Ihre Wallet. Es wurde nichts vorgeschlagen.',
    duplicate:
      'Ihre Wallet meldet, dass sie diese Aufrufe schon hat. Prüfen Sie ihre Warteschlange, bevor Sie erneut vorschlagen.',
  },
  contract:
    'Ihr Konto ist ein Vertrag, den diese Seite nicht als Safe kennt. Falls auch andere signieren müssen, zahlen Sie nicht noch einmal, bevor sie es getan haben.',
  note: (calls: number) =>
    `Sie schlagen Ihrem Safe ${calls === 1 ? 'einen Aufruf' : `${calls} Aufrufe`} als eine Transaktion vor: Entweder wird alles ausgeführt oder nichts. Es wird nichts bezahlt, bevor genug Eigentümer signiert haben und einer von ihnen sie ausführt.`,
  button: (amount: string) => `${amount} vorschlagen`,
  several:
    'Das sind mehr Zahlungen, als eine Transaktion fasst. Ein Safe kann sie hier nicht auf einmal bezahlen: Bezahlen Sie sie über ihre eigenen Links.',
  notTogether:
    'Ihre Wallet kann nicht mehrere Aufrufe als eine Transaktion vorschlagen. Es wurde nichts vorgeschlagen. Öffnen Sie diesen Link in der App Ihres Safe.',
  title: (signed: { readonly owners: number; readonly of: number } | undefined) =>
    `Warten auf Signaturen in einem Safe${signed ? ` (${signed.owners} von ${signed.of})` : ''}`,
  executed: 'Die Zahlung wurde gesendet und wartet auf Bestätigungen',
  onItsWay: 'Die Zahlung wurde gesendet und ist zwischen den Netzwerken unterwegs',
  ends: {
    over: 'Die Zeit für diesen Vorschlag ist vorbei. Es wurde nichts bezahlt. Die Eigentümer des Safe können ihn noch ausführen: Lassen Sie ihn dort verwerfen, bevor Sie zahlen.',
    withdrawn:
      'Es wurde nichts bezahlt. Die Eigentümer des Safe können den Vorschlag noch ausführen, obwohl die Zahlung zurückgezogen wurde: Lassen Sie ihn dort verwerfen.',
    replaced:
      'Der Vorschlag wurde im Safe verworfen oder ersetzt. Durch ihn wurde nichts bezahlt, und Sie können die Zahlung erneut vorschlagen.',
    failed:
      'Der Safe hat den Vorschlag ausgeführt, und er ist gescheitert. Es wurde nichts bezahlt, und Sie können die Zahlung erneut vorschlagen.',
  },
  endsElsewhere:
    'Er zahlt von einem anderen Netzwerk. Was nach dieser Zeit ausgeführt wird, scheitert, und es wird dadurch nichts bezahlt.',
  returnsTo: 'Was nicht zugestellt werden kann, kommt zurück an',
  safe: 'Der Safe:',
  until: (when: string, left: string) => `Andere können ab ${when} wieder zahlen (in ${left}).`,
  untilOwn: (when: string, left: string) => `Diese Seite wartet bis ${when} darauf (noch ${left}).`,
  unheld:
    'Der Zahlungsdienst konnte den Vorschlag noch nicht nachweisen, deshalb können andere weiterhin zahlen. Schlagen Sie ihn nicht noch einmal vor.',
  notFollowed:
    'Der Zahlungsdienst verfolgt auf diesem Netzwerk keine Vorschläge, deshalb können andere weiterhin zahlen. Schlagen Sie ihn nicht noch einmal vor.',
  queue: 'Warteschlange des Safe öffnen',
  startOver: 'Er wurde dort gelöscht: neu beginnen',
  givenUp:
    'Auf den früheren Vorschlag wird nicht mehr gewartet. Solange er noch ausgeführt werden kann, zahlt vielleicht doppelt, wer jetzt zahlt.',
} satisfies Translation<typeof englishMessages>;
