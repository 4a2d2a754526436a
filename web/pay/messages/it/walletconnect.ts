import type { Translation } from '../../../ui/messages/translation.ts';
import type { walletConnectMessages as englishMessages } from '../en/walletconnect.ts';

/** The Italian texts about paying with a wallet app through WalletConnect, loaded only where the operator offers it. */
export const walletConnectMessages = {
  name: 'WalletConnect',
  waiting: 'Connessione a WalletConnect in corso',
  scan: {
    title: 'Scansioni questo codice con la Sua app wallet',
    text: 'Il codice è valido per 5 minuti. Il collegamento non paga nulla: controlli il pagamento qui, poi lo confermi nell’app.',
    code: 'Un codice WalletConnect per la Sua app wallet',
  },
  open: {
    title: 'Apra la Sua app wallet',
    text: 'Il collegamento non paga nulla: torni qui per controllare il pagamento, poi lo confermi nell’app.',
    app: (name: string) => `Apri ${name}`,
    other: 'Apri un’altra app wallet',
  },
  copy: 'Copia il codice',
  toApp: 'Apri l’app wallet',
  problems: {
    unreachable:
      'WalletConnect non è raggiungibile. Se una richiesta era aperta, controlli nella Sua app wallet prima di riprovare. Può anche usare un altro wallet.',
    codeExpired:
      'Nessuna app wallet si è collegata e il codice è scaduto. Scelga di nuovo WalletConnect per avere un nuovo codice.',
    noAnswer:
      'La Sua app wallet non ha risposto entro 5 minuti. Verifichi lì se ha inviato qualcosa prima di riprovare.',
    ended: 'La Sua app wallet ha chiuso il collegamento. La colleghi di nuovo per continuare.',
  },
} satisfies Translation<typeof englishMessages>;
