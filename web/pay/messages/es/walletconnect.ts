import type { Translation } from '../../../ui/messages/translation.ts';
import type { walletConnectMessages as englishMessages } from '../en/walletconnect.ts';

/** The Spanish texts about paying with a wallet app through WalletConnect, loaded only where the operator offers it. */
export const walletConnectMessages = {
  name: 'WalletConnect',
  waiting: 'Conectando con WalletConnect',
  scan: {
    title: 'Escanee este código con su app de monedero',
    text: 'El código es válido durante 5 minutos. Conectar no paga nada: revise el pago aquí y confírmelo después en la app.',
    code: 'Un código de WalletConnect para su app de monedero',
  },
  open: {
    title: 'Abra su app de monedero',
    text: 'Conectar no paga nada: vuelva aquí para revisar el pago y confírmelo después en la app.',
    app: (name: string) => `Abrir ${name}`,
    other: 'Abrir otra app de monedero',
  },
  copy: 'Copiar el código',
  toApp: 'Abrir la app de monedero',
  problems: {
    unreachable:
      'No se puede contactar con WalletConnect. Si había una solicitud abierta, mire en su app de monedero antes de intentarlo de nuevo. También puede usar otro monedero.',
    codeExpired:
      'Ninguna app de monedero se ha conectado y el código ha caducado. Elija WalletConnect de nuevo para obtener otro código.',
    noAnswer:
      'Su app de monedero no ha respondido en 5 minutos. Compruebe en ella si ha enviado algo antes de intentarlo de nuevo.',
    ended: 'Su app de monedero ha cerrado la conexión. Conéctela de nuevo para continuar.',
  },
} satisfies Translation<typeof englishMessages>;
