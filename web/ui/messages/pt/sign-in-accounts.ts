import type { signInAccountMessages as english } from '../en/sign-in-accounts.ts';
import type { Translation } from '../translation.ts';

/** The Portuguese names of the accounts of the sandbox on pages to which people sign in. */
export const signInAccountMessages = {
  name: (account, address) => `Teste: ${account} ${address}`,
  onTron: (account) => `${account} na Tron`,
  accounts: {
    payee: 'destinatário',
    payer: 'pagador',
    unrelated: 'recém-chegado',
    feeReceiver: 'recebedor de taxas',
  },
} satisfies Translation<typeof english>;
