// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import "./EscrowTypes.sol";

interface IFeeProxy {
    function transferFromWithReferenceAndFee(
        address token,
        address to,
        uint256 amount,
        bytes calldata paymentReference,
        uint256 feeAmount,
        address feeAddress
    ) external;
}

/// Stands for ERC20CommerceEscrowWrapper, written anew with its published functions and events and with its published defects: anybody
/// may authorise with any merchant and operator, capture pays out all that it holds, void and refund report 0, and reclaim reverts.
contract SandboxEscrowWrapper {
    struct AuthParams {
        bytes8 paymentReference;
        address payer;
        address merchant;
        address operator;
        address token;
        uint256 amount;
        uint256 maxAmount;
        uint256 preApprovalExpiry;
        uint256 authorizationExpiry;
        uint256 refundExpiry;
        address tokenCollector;
        bytes collectorData;
    }

    struct ChargeParams {
        bytes8 paymentReference;
        address payer;
        address merchant;
        address operator;
        address token;
        uint256 amount;
        uint256 maxAmount;
        uint256 preApprovalExpiry;
        uint256 authorizationExpiry;
        uint256 refundExpiry;
        uint16 feeBps;
        address feeReceiver;
        address tokenCollector;
        bytes collectorData;
    }

    struct Kept {
        address merchant;
        address operator;
        PaymentInfo info;
    }

    IAuthCaptureEscrow public immutable commerceEscrow;
    IFeeProxy public immutable erc20FeeProxy;
    mapping(bytes8 paymentReference => Kept kept) private payments;

    event PaymentAuthorized(
        bytes8 indexed paymentReference,
        address payer,
        address merchant,
        address token,
        uint256 amount,
        bytes32 commercePaymentHash
    );
    event PaymentCharged(
        bytes8 indexed paymentReference,
        address payer,
        address merchant,
        address token,
        uint256 amount,
        bytes32 commercePaymentHash
    );
    event PaymentCaptured(
        bytes8 indexed paymentReference, bytes32 commercePaymentHash, uint256 capturedAmount, address merchant
    );
    event PaymentVoided(
        bytes8 indexed paymentReference, bytes32 commercePaymentHash, uint256 voidedAmount, address payer
    );
    event PaymentReclaimed(
        bytes8 indexed paymentReference, bytes32 commercePaymentHash, uint256 reclaimedAmount, address payer
    );
    event PaymentRefunded(
        bytes8 indexed paymentReference, bytes32 commercePaymentHash, uint256 refundedAmount, address payer
    );

    error PaymentAlreadyExists();
    error PaymentNotFound();
    error InvalidOperator(address sender, address expectedOperator);

    constructor(address escrow, address feeProxy) {
        commerceEscrow = IAuthCaptureEscrow(escrow);
        erc20FeeProxy = IFeeProxy(feeProxy);
    }

    function authorizePayment(AuthParams calldata params) external {
        PaymentInfo memory info = infoOf(
            params.paymentReference,
            params.payer,
            params.token,
            params.maxAmount,
            [params.preApprovalExpiry, params.authorizationExpiry, params.refundExpiry]
        );
        keep(params.paymentReference, params.merchant, params.operator, info);
        commerceEscrow.authorize(info, params.amount, params.tokenCollector, params.collectorData);
        emit PaymentAuthorized(
            params.paymentReference, params.payer, params.merchant, params.token, params.amount, commerceEscrow.getHash(info)
        );
    }

    function chargePayment(ChargeParams calldata params) external {
        PaymentInfo memory info = infoOf(
            params.paymentReference,
            params.payer,
            params.token,
            params.maxAmount,
            [params.preApprovalExpiry, params.authorizationExpiry, params.refundExpiry]
        );
        keep(params.paymentReference, params.merchant, params.operator, info);
        commerceEscrow.charge(info, params.amount, params.tokenCollector, params.collectorData, 0, address(0));
        payOut(params.paymentReference, params.amount, params.feeBps, params.feeReceiver);
        emit PaymentCharged(
            params.paymentReference, params.payer, params.merchant, params.token, params.amount, commerceEscrow.getHash(info)
        );
    }

    function capturePayment(bytes8 paymentReference, uint256 captureAmount, uint16 feeBps, address feeReceiver) external {
        Kept storage kept = openByOperator(paymentReference);
        commerceEscrow.capture(kept.info, captureAmount, 0, address(0));
        payOut(paymentReference, captureAmount, feeBps, feeReceiver);
        emit PaymentCaptured(paymentReference, commerceEscrow.getHash(kept.info), captureAmount, kept.merchant);
    }

    function voidPayment(bytes8 paymentReference) external {
        Kept storage kept = openByOperator(paymentReference);
        commerceEscrow.void(kept.info);
        uint256 forwarded = forward(kept.info.token, kept.info.payer);
        emit PaymentVoided(paymentReference, commerceEscrow.getHash(kept.info), forwarded, kept.info.payer);
    }

    /// Reverts always: the escrow takes a reclaim from the payer alone.
    function reclaimPayment(bytes8 paymentReference) external {
        Kept storage kept = open(paymentReference);
        require(msg.sender == kept.info.payer, "not the payer");
        commerceEscrow.reclaim(kept.info);
        uint256 forwarded = forward(kept.info.token, kept.info.payer);
        emit PaymentReclaimed(paymentReference, commerceEscrow.getHash(kept.info), forwarded, kept.info.payer);
    }

    function refundPayment(bytes8 paymentReference, uint256 refundAmount, address tokenCollector, bytes calldata data)
        external
    {
        Kept storage kept = openByOperator(paymentReference);
        SafeToken.pull(kept.info.token, msg.sender, address(this), refundAmount);
        IEscrowToken(kept.info.token).approve(tokenCollector, refundAmount);
        commerceEscrow.refund(kept.info, refundAmount, tokenCollector, data);
        uint256 forwarded = forward(kept.info.token, kept.info.payer);
        emit PaymentRefunded(paymentReference, commerceEscrow.getHash(kept.info), forwarded, kept.info.payer);
    }

    function getPaymentState(bytes8 paymentReference) external view returns (bool, uint120, uint120) {
        return commerceEscrow.paymentState(commerceEscrow.getHash(open(paymentReference).info));
    }

    /// Neither merchant nor operator is in what the payer agreed to.
    function infoOf(
        bytes8 paymentReference,
        address payer,
        address token,
        uint256 maxAmount,
        uint256[3] memory expiries
    ) private view returns (PaymentInfo memory) {
        uint256 salt = uint256(keccak256(abi.encodePacked(paymentReference)));
        return PaymentInfo(
            address(this),
            payer,
            address(this),
            token,
            uint96(maxAmount),
            uint48(expiries[0]),
            uint48(expiries[1]),
            uint48(expiries[2]),
            0,
            10_000,
            address(0),
            salt
        );
    }

    function keep(bytes8 paymentReference, address merchant, address operator, PaymentInfo memory info) private {
        if (payments[paymentReference].merchant != address(0)) revert PaymentAlreadyExists();
        payments[paymentReference] = Kept(merchant, operator, info);
    }

    function open(bytes8 paymentReference) private view returns (Kept storage kept) {
        kept = payments[paymentReference];
        if (kept.merchant == address(0)) revert PaymentNotFound();
    }

    function openByOperator(bytes8 paymentReference) private view returns (Kept storage kept) {
        kept = open(paymentReference);
        if (msg.sender != kept.operator) revert InvalidOperator(msg.sender, kept.operator);
    }

    function payOut(bytes8 paymentReference, uint256 amount, uint16 feeBps, address feeReceiver) private {
        Kept storage kept = payments[paymentReference];
        uint256 held = IEscrowToken(kept.info.token).balanceOf(address(this));
        uint256 fee = amount * feeBps / 10_000;
        IEscrowToken(kept.info.token).approve(address(erc20FeeProxy), held);
        erc20FeeProxy.transferFromWithReferenceAndFee(
            kept.info.token, kept.merchant, held - fee, abi.encodePacked(paymentReference), fee, feeReceiver
        );
    }

    function forward(address token, address to) private returns (uint256 held) {
        held = IEscrowToken(token).balanceOf(address(this));
        if (held > 0) SafeToken.pay(token, to, held);
    }
}
