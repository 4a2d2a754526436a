import type { Translation } from '../../../ui/messages/translation.ts';
import type { unpaidMessages as english } from '../en/unpaid.ts';

/** The Spanish texts about fees that a completed payment was made without. */
export const unpaidMessages = {
  title: 'Comisiones aún sin pagar',
  text: 'Este pago está completado. Estas comisiones siguen sin pagar:',
  to: 'a',
  notPayable: {
    uncompared:
      'El enlace que usted abrió menciona un pago y no estas comisiones, así que esta página no puede compararlas y no las paga. Quien le envió el enlace puede decirle a qué corresponden.',
    unknown:
      'No se pueden pagar en esta página. Quien le envió el enlace puede indicarle cómo pagarlas.',
    inParts: 'Cada una se paga en el enlace de su propio pago.',
    noRate:
      'No se pueden pagar ahora mismo, porque no se pudo leer ningún tipo de cambio. Abra esta página de nuevo más tarde.',
    staleRate:
      'No se pueden pagar ahora mismo, porque el tipo de cambio es demasiado antiguo y la red lo rechazaría. Un tipo nuevo llega por sí solo, normalmente en el plazo de un día.',
  },
  openPart: 'Abrir el enlace de este pago',
  pay: (wallet) => `Pagar estas comisiones con ${wallet}`,
  input: 'Buscando monederos…',
  none: 'No se encontró ningún monedero en este navegador. Para pagarlas, abra este enlace donde está su monedero.',
  doing: {
    connecting: (wallet) => `Abra ${wallet} para continuar.`,
    preparing: () => 'Preparando y comprobando las comisiones…',
    switching: (wallet) => `Confirme en ${wallet} para cambiar de red.`,
    signing: (wallet) => `Confirme en ${wallet}.`,
    approving: () => 'La autorización está en camino. En cuanto la red la tenga, podrá pagar.',
  },
  whatYouSign: 'Lo que usted firma',
  payFrom: (wallet) => `Usted paga desde ${wallet}:`,
  reference: 'con la referencia de pago',
  payButton: (amount) => `Pagar las comisiones de ${amount}`,
  sent: 'Las comisiones están en camino. No las pague de nuevo.',
  notices: {
    changed: 'Lo que falta por pagar ha cambiado. Revíselo de nuevo.',
    short: 'Este monedero tiene muy poco para estas comisiones.',
    noGas: 'Este monedero tiene muy poco para la comisión propia de la red.',
    unavailable:
      'Estas comisiones no se pueden preparar ahora mismo. Inténtelo de nuevo más tarde.',
    onItsWay: 'Un pago de estas comisiones ya está en la red. No las pague de nuevo.',
    notAllowed: 'Este monedero no se puede usar para este pago. Use otro.',
    reverted:
      'La red rechazó la operación. No se pagó ninguna comisión de este pago; la comisión de red del intento se gastó.',
    left_open:
      'Puede que en su monedero siga abierta una solicitud de esta página. Compruébelo allí antes de pagar.',
    dropped: 'La transacción se descartó o se canceló. Las comisiones no se pagaron.',
  },
} satisfies Translation<typeof english>;
