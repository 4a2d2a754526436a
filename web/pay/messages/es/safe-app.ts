import type { Translation } from '../../../ui/messages/translation.ts';
import type { safeAppMessages as english } from '../en/safe-app.ts';

/** The Spanish texts of a page within another page, loaded there only. */
export const safeAppMessages = {
  wallet: 'su Safe',
  title: 'Aquí no se puede firmar nada',
  open: 'Abrir este pago en una ventana nueva',
  problems: {
    alone:
      'Esta página se muestra dentro de otra página. Su monedero funciona en una ventana propia.',
    network: (network) =>
      `Este pago se hace en ${network}, y la cuenta Safe abierta aquí está en otra red. Elija una Safe en ${network} para pagar con ella, o pague en una ventana propia.`,
    not_safe: (network) =>
      `La cuenta abierta aquí no es una Safe de una versión conocida en ${network}. Elija otra para pagar con ella, o pague en una ventana propia.`,
    read_only:
      'Usted solo está viendo esta Safe. Conecte un monedero de uno de sus propietarios para proponer el pago.',
  },
} satisfies Translation<typeof english>;
