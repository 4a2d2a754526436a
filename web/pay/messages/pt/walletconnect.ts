import type { Translation } from '../../../ui/messages/translation.ts';
import type { walletConnectMessages as englishMessages } from '../en/walletconnect.ts';

/** The Portuguese texts about paying with a wallet app through WalletConnect, loaded only where the operator offers it. */
export const walletConnectMessages = {
  name: 'WalletConnect',
  waiting: 'Conectando ao WalletConnect',
  scan: {
    title: 'Escaneie este código com seu app de carteira',
    text: 'O código é válido durante 5 minutos. Conectar não paga nada: revise o pagamento aqui e depois confirme no app.',
    code: 'Um código do WalletConnect para seu app de carteira',
  },
  open: {
    title: 'Abra seu app de carteira',
    text: 'Conectar não paga nada: volte aqui para revisar o pagamento e depois confirme no app.',
    app: (name: string) => `Abrir ${name}`,
    other: 'Abrir outro app de carteira',
  },
  copy: 'Copiar o código',
  toApp: 'Abrir o app de carteira',
  problems: {
    unreachable:
      'Não foi possível contatar o WalletConnect. Se havia uma solicitação aberta, veja no seu app de carteira antes de tentar de novo. Você também pode usar outra carteira.',
    codeExpired:
      'Nenhum app de carteira se conectou, e o código expirou. Escolha WalletConnect de novo para obter outro código.',
    noAnswer:
      'Seu app de carteira não respondeu em 5 minutos. Veja nele se algo foi enviado antes de tentar de novo.',
    ended: 'Seu app de carteira encerrou a conexão. Conecte-o de novo para continuar.',
  },
} satisfies Translation<typeof englishMessages>;
