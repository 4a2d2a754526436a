import type { Translation } from '../../../ui/messages/translation.ts';
import type { otherWaysMessages as english } from '../en/other-ways.ts';

/** The Spanish texts about paying where this browser has no wallet, or with another device. */
export const otherWaysMessages = {
  chatApp: (app) =>
    `${app} abrió esta página en su propio navegador, desde el que a menudo no se pueden abrir monederos. Elija primero «Abrir en el navegador» en su menú.`,
  open: {
    title: 'Abra esta página en una app de monedero',
    with: (app) => `Abrir en ${app}`,
  },
  scan: {
    title: 'Escanee con su teléfono',
    text: 'Abre allí esta página. Cuando haya pagado, esta página también lo mostrará.',
    code: 'Un código QR de este enlace de pago',
  },
  copy: {
    title: 'Copie el enlace de pago',
    text: 'Ábralo en el navegador o la app donde está su monedero.',
    label: 'Copiar el enlace de pago',
  },
  install: {
    title: 'Consiga un monedero',
    text: 'Instale uno, añádale fondos y abra este enlace de nuevo. El enlace sigue siendo el mismo.',
    guide: 'Comparar monederos',
  },
  exchange: {
    title: '¿Puedo pagar desde un exchange?',
    text: 'No. Un retiro desde un exchange no lleva la referencia de este pago, así que el comercio no podría saber a qué corresponde, y las comisiones pueden reducir demasiado el importe. Retire primero a su propio monedero y después pague aquí.',
  },
} satisfies Translation<typeof english>;
