import type { testWalletMessages as english } from '../en/test-wallet.ts';
import type { Translation } from '../translation.ts';

/** The Italian texts of the sandbox’s own wallet; payers with real money load none of them. */
export const testWalletMessages = {
  name: 'Wallet di prova',
  allow: 'Collega',
  names: {
    safe: 'Safe di prova (due proprietari)',
    smart_account: 'Smart account di prova (una chiave)',
    delegated: 'Wallet di prova con EIP-7702',
  },
  tronName: 'Wallet di prova (Tron)',
  sign: 'Firma',
  decline: 'Rifiuta',
  connect: 'Questa pagina vuole vedere l’indirizzo del wallet di prova.',
  send: 'Questa pagina vuole inviare una transazione a',
  typed: 'Questa pagina vuole che il wallet di prova firmi questo permesso:',
  text: 'Questa pagina vuole che il wallet di prova firmi questo testo:',
  execute:
    'Questa pagina vuole che l’account faccia chiamate a questi contratti in un’unica transazione:',
  delegate:
    'Questa pagina vuole fare chiamate a questi contratti in un’unica transazione. Per questo il suo account delega a un codice pubblicato (EIP-7702), anche in seguito; indirizzo e chiave restano gli stessi. Le chiamate:',
  propose:
    'Questa pagina vuole che il Safe faccia chiamate a questi contratti in un’unica transazione. Firmando lei la propone, come primo di due proprietari:',
  owner: {
    title: 'Secondo proprietario del Safe di prova',
    text: 'Il primo proprietario ha firmato. Nell’ambiente di prova lei è anche il secondo.',
    execute: 'Firma come secondo proprietario ed esegui',
    reject: 'Rifiuta come entrambi i proprietari',
    working: 'La rete la riceverà tra un momento.',
  },
  note: 'Solo denaro di prova. La chiave di questo wallet è pubblica.',
} satisfies Translation<typeof english>;
