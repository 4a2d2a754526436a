import type { laterMessages as english } from '../en/later.ts';
import type { Translation } from '../translation.ts';

/** The Spanish texts that every page has once a wallet is chosen, or a host does not answer. */
export const laterMessages = {
  locale: 'es',
  tryAgain: 'Intentar de nuevo',
  back: 'Volver',
  otherWallet: 'Usar otro monedero',
  unloaded: 'No se pudo cargar una parte de esta página. Vuelva a cargar la página para continuar.',
  connecting: {
    title: (wallet) => `Abra ${wallet} para continuar`,
    text: 'Su monedero pregunta si esta página puede ver su dirección. Si no aparece nada, abra el monedero directamente.',
  },
} satisfies Translation<typeof english>;
