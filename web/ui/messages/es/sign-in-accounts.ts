import type { signInAccountMessages as english } from '../en/sign-in-accounts.ts';
import type { Translation } from '../translation.ts';

/** The Spanish names of the accounts of the sandbox on pages to which people sign in. */
export const signInAccountMessages = {
  name: (account, address) => `Prueba: ${account} ${address}`,
  onTron: (account) => `${account} en Tron`,
  accounts: {
    payee: 'destinatario',
    payer: 'pagador',
    unrelated: 'recién llegado',
    feeReceiver: 'receptor de comisiones',
  },
} satisfies Translation<typeof english>;
