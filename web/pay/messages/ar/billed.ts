import type { Translation } from '../../../ui/messages/translation.ts';
import { callsText, paymentsText } from '../arabic-counts.ts';
import type { billedMessages as englishMessages } from '../en/billed.ts';

/** The Arabic texts of the screens with a bill: the review, the signature and the receipt. */
export const billedMessages = {
  mismatches: {
    unreadable: 'المعاملة ليست من نوع تستطيع هذه الصفحة قراءته',
    contract: 'المعاملة موجهة إلى عقد لا تعرفه هذه الصفحة',
    token: 'المعاملة تنقل رمزًا غير الرمز المعروض',
    payee: 'المعاملة تدفع إلى مستلم غير المستلم المعروض',
    amount: 'المعاملة تنقل مبلغًا غير المبلغ المعروض',
    reference: 'المعاملة تحمل مرجع دفع آخر',
    fee: 'الرسوم في المعاملة ليست الرسوم المعلنة',
    rate: 'سعر الصرف في المعاملة بعيد جدًا عن السعر المعروض',
    payments: 'المعاملة تُجري دفعات غير الدفعات المعروضة',
    approval: 'إذن السحب لعقد أو مبلغ غير ما تحتاج إليه هذه الدفعة',
    coin: 'المعاملة سترسل مبلغًا مختلفًا من العملة الأصلية للشبكة',
    signer: 'المعاملة ليست للمحفظة التي اخترتها',
    feeLimit: 'المعاملة تسمح برسوم شبكة غير التي ينبغي أن تكون',
    expiry: 'المعاملة تبقى صالحة لمدة أطول مما ينبغي، أو أن ساعة هذا الجهاز غير صحيحة',
    signed: 'المحفظة وقّعت شيئًا غير ما أُعطيت',
  },
  payFrom: 'الدفع من',
  otherAccounts: 'استخدام حساب آخر في هذه المحفظة',
  amount: 'المبلغ',
  amounts: paymentsText,
  fee: (label: string | undefined, percentage: string | undefined) =>
    percentage === undefined ? (label ?? 'رسوم') : `${label ?? 'رسوم'} (${percentage}%)`,
  borneByPayee: (fee: string) => `${fee}، من حصة المستلم`,
  borneByPayer: (fee: string) => `${fee}، تُدفع إضافةً إلى المبلغ`,
  received: 'ما يستلمه المستلم',
  contractFee: 'رسوم عقد الدفع المجمّع نفسه، بحد أقصى',
  atMost: (amount: string) => `${amount} كحد أقصى`,
  about: (amount: string) => `نحو ${amount}`,
  networkFee: (isSponsored: boolean) => `رسوم الشبكة${isSponsored ? ' (قد تُدفع عنك)' : ''}، تقريبًا`,
  networkFeeMost: 'رسوم الشبكة لهذه الخطوة، بحد أقصى',
  youPay: 'ما تدفعه',
  review: {
    title: 'المراجعة والدفع',
    step: (at: number, of: number) => `التوقيع ${at} من ${of}`,
    leftOut: (count: number, of: number) => `الدفعات التي ستُستبعد: ${count} من ${of}`,
    switchTo: (network: string) => `التبديل إلى ${network}`,
    wrongNetwork: (wallet: string, network: string) =>
      `محفظتك ${wallet} على شبكة أخرى. بدّلها إلى ${network} للمتابعة.`,
    resetText: (symbol: string) =>
      `أولًا، يُمسح إذنك القديم لسحب ${symbol}. يشترط هذا الرمز ذلك قبل منح إذن جديد.`,
    resetButton: 'مسح الإذن القديم',
    approveText: (amount: string) =>
      `تسمح لعقد الدفع بسحب ${amount} من محفظتك. لم يُدفع أي شيء بعد.`,
    approveUnlimited: (symbol: string) =>
      `تسمح لعقد الدفع بسحب أي مبلغ من ${symbol} من محفظتك، بلا حد. يمكنك إلغاء هذا الإذن في محفظتك لاحقًا. لم يُدفع أي شيء بعد.`,
    approveButton: (amount: string) => `السماح بسحب ${amount}`,
    approveUnlimitedButton: (symbol: string) => `السماح بسحب ${symbol}`,
    payText: 'توقّع معاملة واحدة موجهة إلى عقد الدفع:',
    payConverted: (amount: string, symbol: string) =>
      `بسعر الصرف في تلك اللحظة، وبحد أقصى هو المبلغ المبيّن أعلاه عند «ما تدفعه»، تسحب من محفظتك ما قيمته ${amount} بعملة ${symbol} وتدفعه إلى`,
    batchText: (count: number, of: number) =>
      count === of
        ? `توقّع معاملة واحدة موجهة إلى عقد الدفع المجمّع: ${count === 1 ? 'تُجري الدفعة الوحيدة المستحقة' : `تُجري كل الدفعات المستحقة، وعددها ${count}، أو لا تُجري أيًّا منها`}.`
        : `توقّع معاملة موجهة إلى عقد الدفع المجمّع: تُجري ${count} من أصل ${of} من الدفعات المستحقة، أو لا تُجري أيًّا من تلك.`,
    feeText: (label: string | undefined, amount: string) =>
      `تدفع الرسوم «${label ?? ''}» وقدرها ${amount} إلى`,
    feeButton: (amount: string) => `دفع الرسوم ${amount}`,
    feesLeft: 'أُرسلت دفعتك. لم يبقَ للتوقيع سوى رسومها.',
    sent: 'أُرسل سابقًا',
    atOnce: (count: number) =>
      count === 1
        ? 'توقّع محفظتك استدعاءً واحدًا.'
        : `توقّع محفظتك ${callsText(count)} معًا: إما أن تُنفَّذ جميعها أو لا يُنفَّذ أي منها.`,
    allAtOnce: (count: number) => `توقيع الكل معًا (${count})`,
    allAtOnceNote: (wallet: string) =>
      `تطلب محفظتك ${wallet} أولًا ترقية حسابك (EIP-7702): يبقى العنوان والمفاتيح كما هي، ويستطيع عقد تابع للمحفظة إجراء عدة استدعاءات معًا. يمكنك رفض ذلك وتوقيع الاستدعاءات واحدًا تلو الآخر.`,
    paySummary: (amount: string) => `تنقل ${amount} من محفظتك إلى`,
    payFee: (amount: string) => `إضافةً إلى ${amount} كرسوم إلى`,
    payReference: 'بمرجع الدفع',
    contract: 'عقد الدفع',
    payButton: (amount: string) => `دفع ${amount}`,
    whatYouSign: 'ما توقّعه',
    nextOpens: 'بمجرد أن تسجّلها الشبكة، تُفتح محفظتك تلقائيًا للخطوة التالية:',
    opens: 'تُفتح محفظتك الآن لهذا الغرض. لا يزال بإمكانك الرفض فيها.',
  },
  signing: {
    reset: 'تطلب محفظتك تأكيد مسح الإذن القديم.',
    approve: (amount: string) => `تطلب محفظتك تأكيد السماح بسحب ${amount}.`,
    pay: (amount: string) => `تطلب محفظتك تأكيد إرسال ${amount}.`,
    atOnce: (count: number) =>
      count === 1
        ? 'تطلب محفظتك أن توقّع استدعاءً واحدًا.'
        : `تطلب محفظتك أن توقّع ${callsText(count)} معًا.`,
    hint: 'إذا لم تظهر أي نافذة، فافتح المحفظة بنفسك. يمكنك الرفض هناك.',
    closedWindow: 'أغلقتُ نافذة المحفظة',
  },
  approving: {
    part: 'جزء من الدفعات في الطريق',
    next: 'حالما يصل إلى الشبكة، يمكنك دفع الجزء التالي.',
    title: 'الإذن في الطريق',
    text: 'حالما يصل إلى الشبكة، يمكنك الدفع. يستغرق ذلك بضع ثوانٍ على معظم الشبكات.',
  },
  reverted: {
    title: 'رفضت الشبكة الدفعة',
    text: 'لم تتم الدفعة. صُرفت رسوم الشبكة لهذه المحاولة.',
    staysPaid: 'ما دفعته سابقًا يبقى مدفوعًا.',
    onTron:
      'على Tron تفشل الدفعة أيضًا إذا كان لدى المحفظة القليل جدًا من الطاقة ومن TRX. تحقق من كليهما قبل أن توقّع مرة أخرى.',
    retry: 'الإعداد من جديد',
  },
  elsewhere: (network: string) =>
    `حسابك عقد على شبكة أخرى. لا ترسل أموالًا إلى عنوانه على ${network}: فقد لا يملكه أحد هناك.`,
  stale: {
    title: 'لا يوجد سعر صرف حديث',
    text: 'سعر الصرف لهذه الدفعة قديم جدًا، ولذلك سترفضها الشبكة.',
    later: 'يصل سعر جديد تلقائيًا، غالبًا خلال يوم؛ تحقق مرة أخرى لاحقًا.',
  },
  unpayable: {
    payer: {
      title: 'لا يمكن إرسال هذا الرمز من هذه المحفظة',
      text: 'يرفض الرمز كل تحويل من هذه المحفظة: فهو يحظر المحفظة، أو أنه موقوف مؤقتًا.',
      later: 'استخدم محفظة أخرى، أو تحقق مرة أخرى لاحقًا.',
    },
    own: {
      title: 'هذه المحفظة هي المستلم',
      text: 'لا تستطيع المحفظة أن تدفع لنفسها: لن تُحتسب دفعة كهذه، ولذلك لا يوجد ما يُوقَّع.',
      later: 'استخدم محفظة أخرى.',
    },
    ownPart: {
      title: 'هذه المحفظة أحد المستلمين',
      text: 'لا تستطيع المحفظة أن تدفع لنفسها: لن يُحتسب الجزء الخاص بها، ولذلك لا يوجد ما يُوقَّع.',
      later: 'استخدم محفظة أخرى.',
    },
    fee: {
      title: 'لا يمكن دفع إحدى رسوم هذه الدفعة',
      text: 'سترفض الشبكة دفع الرسوم إلى هذا العنوان، ولذلك لا يوجد ما يُوقَّع.',
      later: 'أبلغ من أرسل إليك الرابط.',
    },
    payee: {
      title: 'لا يمكن الدفع إلى أحد المستلمين',
      text: 'سترفض الشبكة الدفعة، ولن يُدفع لأحد. لا يوجد ما يُوقَّع.',
      later: 'أبلغ من أرسل إليك الرابط.',
    },
    several: 'لا يمكن الدفع إلى بعض المستلمين',
    receivesFee: 'يستلم هذا العنوان رسومًا من هذه الدفعة.',
  },
  unlimited: (symbol: string) => `${symbol} بلا حد`,
  receipt: {
    paid: 'مدفوع',
    paidLast: 'دُفع بالمعاملة الأخيرة',
    paidOf: (paid: number, of: number) => `الدفعات المدفوعة: ${paid} من ${of}`,
    total: 'المدفوع مع كل الرسوم',
    sentOn: 'أُرسل',
    confirmed: 'مؤكد',
    block: (block: number) => `في الكتلة ${block}`,
    final: 'نهائي',
    finalSince: (when: string) => `منذ ${when}. لم يعد بإمكان الشبكة التراجع عن هذه الدفعة.`,
    notFinal:
      'ليس بعد. لا حاجة إلى الانتظار: دفعتك مكتملة. تُظهر هذه الصفحة متى لم يعد بإمكان الشبكة تغييرها.',
    transaction: (at: number, of: number) => `المعاملة ${at} من ${of}`,
  },
  lookAlike: {
    title: 'انظر إلى العنوان مرة أخرى',
    paid: {
      text: 'تدفع هذه المعاملة إلى عنوان يشبه عنوانًا دفع إليه هذا المتصفح من قبل، لكنه عنوان آخر.',
      address: 'هذه الدفعة:',
      other: 'دُفع إليه سابقًا:',
    },
    own: {
      text: 'تدفع هذه المعاملة إلى عنوان يشبه عنوان محفظتك، لكنه عنوان آخر.',
      address: 'هذه الدفعة:',
      other: 'محفظتك:',
    },
    payee: {
      text: 'لاثنين من مستلمي هذه الدفعة عنوانان متشابهان، لكنهما ليسا العنوان نفسه.',
      address: 'أحدهما:',
      other: 'الآخر:',
    },
    more: (count: number) => `عدد المستلمين الآخرين الذين تشبه عناوينهم غيرها: ${count}.`,
    hint: 'يضع اللصوص عنوانًا كهذا مكان العنوان الصحيح. قارن كل حرف ورقم. إذا لم تكن متأكدًا، فلا تدفع، واسأل المستلم لا من أرسل هذا الرابط.',
  },
} satisfies Translation<typeof englishMessages>;
