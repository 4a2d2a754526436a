import type { Translation } from '../../../ui/messages/translation.ts';
import type { otherWaysMessages as english } from '../en/other-ways.ts';

/** The Italian texts about paying where this browser has no wallet, or with another device. */
export const otherWaysMessages = {
  chatApp: (app) =>
    `${app} ha aperto questa pagina nel proprio browser, da cui spesso non si possono aprire i wallet. Scelga prima «Apri nel browser» nel suo menu.`,
  open: {
    title: 'Apra questa pagina in un’app wallet',
    with: (app) => `Apri in ${app}`,
  },
  scan: {
    title: 'Scansioni con il telefono',
    text: 'Apre lì questa pagina. Quando avrà pagato, lo mostrerà anche questa pagina.',
    code: 'Un codice QR di questo link di pagamento',
  },
  copy: {
    title: 'Copi il link di pagamento',
    text: 'Lo apra nel browser o nell’app in cui si trova il suo wallet.',
    label: 'Copia il link di pagamento',
  },
  install: {
    title: 'Si procuri un wallet',
    text: 'Ne installi uno, vi aggiunga fondi e riapra questo link. Il link resta lo stesso.',
    guide: 'Confronta i wallet',
  },
  exchange: {
    title: 'Posso pagare da un exchange?',
    text: 'No. Un prelievo da un exchange non porta il riferimento di questo pagamento, quindi l’esercente non potrebbe capire a che cosa si riferisce, e le commissioni possono renderlo troppo piccolo. Prelevi prima verso il suo wallet, poi paghi qui.',
  },
} satisfies Translation<typeof english>;
