import type { Translation } from '../../../ui/messages/translation.ts';
import type { allowancesMessages as englishMessages } from '../en/allowances.ts';

/** The Turkish texts of allowances that stand beyond a payment, loaded where there may be any. */
export const allowancesMessages = {
  title: 'Bu ödemeyi aşan harcama izni',
  text: (amount: string) =>
    `Cüzdanınız bu sözleşmeye toplamda en çok ${amount} çekme izni veriyor.`,
  textAny: (symbol: string) =>
    `Cüzdanınız bu sözleşmeye herhangi bir miktarda ${symbol} çekme izni veriyor.`,
  due: (amount: string) => `Bu ödeme için çekilecek tutar: ${amount}.`,
  button: (symbol: string) => `${symbol} iznini iptal et`,
  before:
    'İzin, bir ağ ücreti karşılığında sıfırlanır. Ardından bu ödeme için tam gereken tutar kadar izin istenir.',
  after: 'İzin, bir ağ ücreti karşılığında sıfırlanır.',
  contract: 'Sözleşme',
  asking: 'Cüzdanınız harcama izninin sıfırlanması için onayınızı istiyor.',
  waiting: 'Bu işlem bir sonraki bloğa girdiğinde izin iptal edilmiş olur.',
  revoked: (symbol: string) => `${symbol} için verilen harcama izni iptal edildi.`,
  otherTab:
    'Bu tarayıcının başka bir sekmesi cüzdanınızdan onay istiyor. Orada devam edin veya o sekmeyi kapatın.',
  declined: 'Reddettiniz. Harcama izni olduğu gibi kaldı.',
  failed: 'Cüzdanınız işlemi göndermedi. Harcama izni olduğu gibi kaldı.',
  reverted: 'Ağ işlemi gerçekleştirmedi. Harcama izni olduğu gibi kaldı.',
} satisfies Translation<typeof englishMessages>;
