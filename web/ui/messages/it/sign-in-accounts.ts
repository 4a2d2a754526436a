import type { signInAccountMessages as english } from '../en/sign-in-accounts.ts';
import type { Translation } from '../translation.ts';

/** The Italian names of the accounts of the sandbox on pages to which people sign in. */
export const signInAccountMessages = {
  name: (account, address) => `Prova: ${account} ${address}`,
  onTron: (account) => `${account} su Tron`,
  accounts: {
    payee: 'beneficiario',
    payer: 'pagatore',
    unrelated: 'nuovo arrivato',
    feeReceiver: 'destinatario delle commissioni',
  },
} satisfies Translation<typeof english>;
