import type { testWalletMessages as english } from '../en/test-wallet.ts';
import type { Translation } from '../translation.ts';

/** The French texts of the sandbox’s own wallet; payers with real money load none of them. */
export const testWalletMessages = {
  name: 'Portefeuille de test',
  allow: 'Connecter',
  names: {
    safe: 'Safe de test (deux propriétaires)',
    smart_account: 'Compte intelligent de test (une clé)',
    delegated: 'Portefeuille de test avec EIP-7702',
  },
  tronName: 'Portefeuille de test (Tron)',
  sign: 'Signer',
  decline: 'Refuser',
  connect: 'Cette page souhaite voir l’adresse du portefeuille de test.',
  send: 'Cette page souhaite envoyer une transaction à',
  typed: 'Cette page souhaite que le portefeuille de test signe cette permission :',
  text: 'Cette page souhaite que le portefeuille de test signe ce texte :',
  execute: 'Cette page souhaite que le compte appelle ces contrats en une seule transaction :',
  delegate:
    'Cette page souhaite appeler ces contrats en une seule transaction. Pour cela, votre compte délègue à un code publié (EIP-7702), y compris par la suite ; l’adresse et la clé restent les mêmes. Les appels :',
  propose:
    'Cette page souhaite que le Safe appelle ces contrats en une seule transaction. En signant, vous la proposez, en tant que premier de deux propriétaires :',
  owner: {
    title: 'Second propriétaire du Safe de test',
    text: 'Le premier propriétaire a signé. Dans l’environnement de test, vous êtes aussi le second.',
    execute: 'Signer comme second propriétaire et exécuter',
    reject: 'Rejeter comme les deux propriétaires',
    working: 'Le réseau l’aura dans un instant.',
  },
  note: 'Argent de test uniquement. La clé de ce portefeuille est connue publiquement.',
} satisfies Translation<typeof english>;
