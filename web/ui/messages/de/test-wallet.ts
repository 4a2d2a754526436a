import type { testWalletMessages as englishMessages } from '../en/test-wallet.ts';
import type { Translation } from '../translation.ts';

/** The German texts of the sandbox’s own wallet; payers with real money load none of them. */
export const testWalletMessages = {
  name: 'Test-Wallet',
  allow: 'Verbinden',
  names: {
    safe: 'Test-Safe (zwei Eigentümer)',
    smart_account: 'Test-Smart-Account (ein Schlüssel)',
    delegated: 'Test-Wallet mit EIP-7702',
  },
  tronName: 'Test-Wallet (Tron)',
  sign: 'Signieren',
  decline: 'Ablehnen',
  connect: 'Diese Seite möchte die Adresse der Test-Wallet sehen.',
  send: 'Diese Seite möchte eine Transaktion senden an',
  typed: 'Diese Seite möchte, dass die Test-Wallet diese Genehmigung signiert:',
  text: 'Diese Seite möchte, dass die Test-Wallet diesen Text signiert:',
  execute:
    'Diese Seite möchte, dass das Konto in einer Transaktion Aufrufe dieser Verträge ausführt:',
  delegate:
    'Diese Seite möchte Aufrufe dieser Verträge in einer Transaktion. Dafür delegiert Ihr Konto an veröffentlichten Code (EIP-7702), auch danach noch; Adresse und Schlüssel bleiben. Die Aufrufe:',
  propose:
    'Diese Seite möchte, dass der Safe in einer Transaktion Aufrufe dieser Verträge ausführt. Mit Ihrer Signatur schlagen Sie das als erster von zwei Eigentümern vor:',
  owner: {
    title: 'Zweiter Eigentümer des Test-Safe',
    text: 'Der erste Eigentümer hat signiert. In der Sandbox sind Sie auch der zweite.',
    execute: 'Als zweiter Eigentümer signieren und ausführen',
    reject: 'Als beide Eigentümer verwerfen',
    working: 'Gleich ist es im Netzwerk.',
  },
  note: 'Nur Testgeld. Der Schlüssel dieser Wallet ist öffentlich bekannt.',
} satisfies Translation<typeof englishMessages>;
