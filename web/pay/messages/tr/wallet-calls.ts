import type { Translation } from '../../../ui/messages/translation.ts';
import type { walletCallsMessages as englishMessages } from '../en/wallet-calls.ts';

const ONE_BY_ONE = 'Hiçbir şey gönderilmedi. Çağrıları burada tek tek imzalayın.';

/** The Turkish texts of several calls that a wallet makes at once, loaded once one does. */
export const walletCallsMessages = {
  underWay:
    'Cüzdanınız bu ödemenin çağrılarını hâlâ yapıyor. Çağrılar bir bloğa girdiğinde bu sayfa devam eder. Tekrar ödemeyin.',
  problems: {
    not_atomic: `Cüzdanınız bu çağrıları ya hepsi ya hiçbiri olacak biçimde birlikte yapamıyor. ${ONE_BY_ONE}`,
    chain: `Cüzdanınız bu ağda birden çok çağrıyı birlikte yapamıyor. ${ONE_BY_ONE}`,
    upgrade_refused: `Hesabınız olduğu gibi kalıyor: yükseltme reddedildi. ${ONE_BY_ONE}`,
    too_large: `Bu kadar çağrı, cüzdanınızda tek bir imza için fazla. ${ONE_BY_ONE}`,
    duplicate:
      'Cüzdanınız bu çağrıların kendisinde zaten olduğunu bildiriyor. Tekrar ödemeden önce cüzdanın etkinliklerine bakın.',
    unknown:
      'Cüzdanınız çağrılara ne olduğunu bildiremiyor. Tekrar ödemeden önce cüzdanın etkinliklerine bakın.',
    not_sent:
      'Cüzdanınız çağrıları ağa gönderemedi. Hiçbir ödeme yapılmadı. Çağrıları burada tek tek imzalayın.',
    reverted:
      'Ağ çağrıların tümünü reddetti: hiçbir ödeme yapılmadı, yalnızca ağ ücreti harcandı. Çağrıları burada tek tek imzalayın.',
    partly:
      'Cüzdanınız ya tümünü ya hiçbirini yapması gerekirken çağrıların yalnızca bazılarını yaptı. Tekrar ödemeden önce cüzdanın etkinliklerine bakın.',
  },
} satisfies Translation<typeof englishMessages>;
