import type { Translation } from '../../../ui/messages/translation.ts';
import type { safeAppMessages as english } from '../en/safe-app.ts';

/** The Portuguese texts of a page within another page, loaded there only. */
export const safeAppMessages = {
  wallet: 'sua Safe',
  title: 'Nada pode ser assinado aqui',
  open: 'Abrir este pagamento em uma nova janela',
  problems: {
    alone:
      'Esta página é mostrada dentro de outra página. Sua carteira funciona em uma janela própria.',
    network: (network) =>
      `Este pagamento é feito em ${network}, e a Safe aberta aqui está em outra rede. Escolha uma Safe em ${network} para pagar com ela, ou pague em uma janela própria.`,
    not_safe: (network) =>
      `A conta aberta aqui não é uma Safe de uma versão conhecida em ${network}. Escolha outra para pagar com ela, ou pague em uma janela própria.`,
    read_only:
      'Você só está visualizando esta Safe. Conecte uma carteira de um dos proprietários dela para propor o pagamento.',
  },
} satisfies Translation<typeof english>;
