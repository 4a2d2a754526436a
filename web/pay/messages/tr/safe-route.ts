import type { Translation } from '../../../ui/messages/translation.ts';
import type { safeRouteMessages as englishMessages } from '../en/safe-route.ts';

const NOTHING = 'Hiçbir şey gönderilmedi.';
const ACTIVITY = 'Tekrar ödemeden önce cüzdanın etkinliklerine bakın.';

/** The Turkish texts of Safes that pay from another network, loaded for those. */
export const safeRouteMessages = {
  problems: {
    not_atomic: `Cüzdanınız bu çağrıları tek bir işlem olarak yapamıyor. ${NOTHING}`,
    chain: `Safe’iniz bu ağda değil. ${NOTHING}`,
    upgrade_refused: `Hesabınız olduğu gibi kalıyor: yükseltme reddedildi. ${NOTHING}`,
    too_large: `Bu kadar çağrı cüzdanınız için fazla. ${NOTHING}`,
    duplicate: `Cüzdanınız bu çağrıların kendisinde zaten olduğunu bildiriyor. ${ACTIVITY}`,
    unknown: `Cüzdanınız çağrılara ne olduğunu bildiremiyor. ${ACTIVITY}`,
    not_sent: 'Cüzdanınız çağrıları ağa gönderemedi. Hiçbir ödeme yapılmadı.',
    reverted: 'Ağ çağrıların tümünü reddetti: hiçbir ödeme yapılmadı, yalnızca ağ ücreti harcandı.',
    partly: `Cüzdanınız ya tümünü ya hiçbirini yapması gerekirken çağrıların yalnızca bazılarını yaptı. ${ACTIVITY}`,
  },
  sources: (network: string) => `Safe’inizin ${network} ağındaki bakiyesiyle`,
  sourcesNote: (network: string) =>
    `Aynı Safe ${network} ağında bulunamadı. Orada teslim edilemeyen tutar, Safe’inizin sahiplerinden birine geri dönerdi; para o durumda yalnızca onun elinde olur.`,
  owner: 'Kime geri döneceğini seçin',
  propose: (calls: number, network: string) =>
    `Safe’inize ${network} ağında ${calls} çağrıyı tek bir işlem olarak öneriyorsunuz: ya hepsi gerçekleşir ya hiçbiri. Yeterli sayıda sahip imzalayıp biri işlemi yürütmeden hiçbir ödeme yapılmaz.`,
  atOnce: (calls: number) =>
    `Hesabınız ${calls} çağrıyı tek bir işlem olarak yapıyor: ya hepsi gerçekleşir ya hiçbiri.`,
  pay: (taken: string, paid: string, network: string) =>
    `Köprü sözleşmesine yapılan çağrı, Safe’inizden ${taken} çeker ve ${network} ağında ${paid} şu adrese öder:`,
  until: (when: string) =>
    `Yeterli sayıda sahibin işlemi en geç ${when} itibarıyla imzalaması ve yürütmesi gerekir. Daha sonra işlem başarısız olur ve onunla hiçbir ödeme yapılmaz.`,
  button: (amount: string) => `${amount} öner`,
  returns: (when: string, symbol: string | undefined) =>
    `Orada en geç ${when} itibarıyla ödenemezse para${symbol === undefined ? '' : ` ${symbol} olarak`} şu adrese geri döner:`,
  toSafe: (source: string, destination: string) =>
    `Bu, ${source} ağındaki Safe’inizdir. ${destination} ağına ulaşmış olan tutar, orada aynı adrese gelir; ödeme hizmeti o adreste aynı Safe’i okudu.`,
  toOwner: 'Bu, Safe’inizin seçtiğiniz sahibidir. Para o durumda yalnızca onun elinde olur.',
} satisfies Translation<typeof englishMessages>;
