import type { Translation } from '../../../ui/messages/translation.ts';
import type { safeMessages as englishMessages } from '../en/safe.ts';

/** The Turkish texts of payments that owners of a Safe sign, loaded for those. */
export const safeMessages = {
  problems: {
    chain: 'Safe’iniz bu ağda değil. Hiçbir şey önerilmedi.',
    too_large: 'Bu kadar çağrı cüzdanınız için fazla. Hiçbir şey önerilmedi.',
    duplicate:
      'Cüzdanınız bu çağrıların kendisinde zaten olduğunu bildiriyor. Tekrar önermeden önce işlem sırasına bakın.',
  },
  contract:
    'Hesabınız, bu sayfanın Safe olarak tanımadığı bir sözleşme. Başkalarının da imzalaması gerekiyorsa onlar imzalamadan tekrar ödemeyin.',
  note: (calls: number) =>
    `Safe’inize ${calls === 1 ? 'bir çağrıyı' : `${calls} çağrıyı`} tek bir işlem olarak öneriyorsunuz: ya hepsi gerçekleşir ya hiçbiri. Yeterli sayıda sahip imzalayıp biri işlemi yürütmeden hiçbir ödeme yapılmaz.`,
  button: (amount: string) => `${amount} öner`,
  several:
    'Bu ödemelerin sayısı bir işlemin alabileceğinden fazla. Bir Safe bunları burada birlikte ödeyemez: kendi bağlantılarıyla ödeyin.',
  notTogether:
    'Cüzdanınız birden çok çağrıyı tek bir işlem olarak öneremiyor. Hiçbir şey önerilmedi. Bu bağlantıyı Safe’inizin uygulamasında açın.',
  title: (signed: { readonly owners: number; readonly of: number } | undefined) =>
    `Bir Safe’te imzalar bekleniyor${signed ? ` (${signed.owners}/${signed.of})` : ''}`,
  executed: 'Ödeme gönderildi, onaylar bekleniyor',
  onItsWay: 'Ödeme gönderildi, ağlar arasında yolda',
  ends: {
    over: 'Bu önerinin süresi doldu. Hiçbir ödeme yapılmadı. Safe’in sahipleri öneriyi hâlâ yürütebilir: ödemeden önce orada reddetmelerini sağlayın.',
    withdrawn:
      'Hiçbir ödeme yapılmadı. Ödeme geri çekilmiş olsa da Safe’in sahipleri öneriyi hâlâ yürütebilir: orada reddetmelerini sağlayın.',
    replaced:
      'Öneri Safe’te reddedildi veya başka bir öneriyle değiştirildi. Bu öneriyle hiçbir ödeme yapılmadı ve ödemeyi tekrar önerebilirsiniz.',
    failed:
      'Safe öneriyi yürüttü ve öneri başarısız oldu. Hiçbir ödeme yapılmadı ve ödemeyi tekrar önerebilirsiniz.',
  },
  endsElsewhere:
    'Ödeme başka bir ağdan yapılır. O zamandan sonra yürütülen işlem başarısız olur ve onunla hiçbir ödeme yapılmaz.',
  returnsTo: 'Teslim edilemeyen tutar şu adrese geri döner:',
  safe: 'Safe:',
  until: (when: string, left: string) =>
    `Başkaları şu tarihten sonra yeniden ödeyebilir: ${when} (kalan süre: ${left}).`,
  untilOwn: (when: string, left: string) =>
    `Bu sayfa öneriyi şu tarihe kadar bekler: ${when} (kalan süre: ${left}).`,
  unheld:
    'Ödeme hizmeti öneriyi henüz doğrulayamadı, bu yüzden başkaları hâlâ ödeyebilir. Öneriyi tekrarlamayın.',
  notFollowed:
    'Ödeme hizmeti bu ağdaki önerileri izlemiyor, bu yüzden başkaları hâlâ ödeyebilir. Öneriyi tekrarlamayın.',
  queue: 'Safe’in işlem sırasını aç',
  startOver: 'Orada silindi: yeniden başla',
  givenUp:
    'Önceki öneri artık beklenmiyor. Hâlâ yürütülebilecekken şimdi ödeyen kişi iki kez ödemiş olabilir.',
} satisfies Translation<typeof englishMessages>;
