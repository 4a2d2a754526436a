import type { signInAccountMessages as english } from '../en/sign-in-accounts.ts';
import type { Translation } from '../translation.ts';

/** The French names of the accounts of the sandbox on pages to which people sign in. */
export const signInAccountMessages = {
  name: (account, address) => `Test : ${account} ${address}`,
  onTron: (account) => `${account} sur Tron`,
  accounts: {
    payee: 'bénéficiaire',
    payer: 'payeur',
    unrelated: 'nouveau venu',
    feeReceiver: 'destinataire des frais',
  },
} satisfies Translation<typeof english>;
