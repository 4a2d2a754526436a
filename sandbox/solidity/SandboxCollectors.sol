// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import "./EscrowTypes.sol";

/// Brings tokens into an operator's store when the escrow calls for them.
abstract contract SandboxCollector {
    IAuthCaptureEscrow public immutable authCaptureEscrow;

    error OnlyAuthCaptureEscrow();

    constructor(address escrow) {
        authCaptureEscrow = IAuthCaptureEscrow(escrow);
    }

    function collectorType() external view virtual returns (CollectorType) {
        return CollectorType.Payment;
    }

    function collectTokens(PaymentInfo calldata info, address tokenStore, uint256 amount, bytes calldata data) external {
        if (msg.sender != address(authCaptureEscrow)) revert OnlyAuthCaptureEscrow();
        collect(info, tokenStore, amount, data);
    }

    function collect(PaymentInfo calldata info, address tokenStore, uint256 amount, bytes calldata data)
        internal
        virtual;

    /// The hash that a payer signs before it matters who sends: the same payment without a payer.
    function hashWithoutPayer(PaymentInfo memory info) internal view returns (bytes32) {
        info.payer = address(0);
        return authCaptureEscrow.getHash(info);
    }
}

/// Takes what a payer allowed this contract, of payments that the payer approved before.
contract SandboxPreApprovalCollector is SandboxCollector {
    mapping(bytes32 hash => bool isApproved) public isPreApproved;

    event PaymentPreApproved(bytes32 indexed paymentInfoHash);

    error InvalidSender(address sender, address expected);
    error AfterPreApprovalExpiry(uint48 timestamp, uint48 expiry);
    error PaymentAlreadyCollected(bytes32 paymentInfoHash);
    error PaymentAlreadyPreApproved(bytes32 paymentInfoHash);
    error PaymentNotPreApproved(bytes32 paymentInfoHash);

    constructor(address escrow) SandboxCollector(escrow) {}

    function preApprove(PaymentInfo calldata info) external {
        if (msg.sender != info.payer) revert InvalidSender(msg.sender, info.payer);
        if (block.timestamp >= info.preApprovalExpiry) {
            revert AfterPreApprovalExpiry(uint48(block.timestamp), info.preApprovalExpiry);
        }
        bytes32 hash = authCaptureEscrow.getHash(info);
        if (isPreApproved[hash]) revert PaymentAlreadyPreApproved(hash);
        (bool hasCollected,,) = authCaptureEscrow.paymentState(hash);
        if (hasCollected) revert PaymentAlreadyCollected(hash);
        isPreApproved[hash] = true;
        emit PaymentPreApproved(hash);
    }

    function collect(PaymentInfo calldata info, address tokenStore, uint256 amount, bytes calldata) internal override {
        bytes32 hash = authCaptureEscrow.getHash(info);
        if (!isPreApproved[hash]) revert PaymentNotPreApproved(hash);
        SafeToken.pull(info.token, info.payer, tokenStore, amount);
    }
}

interface IReceivesWithAuthorization {
    function receiveWithAuthorization(
        address from,
        address to,
        uint256 value,
        uint256 validAfter,
        uint256 validBefore,
        bytes32 nonce,
        bytes memory signature
    ) external;
}

/// Takes the whole maximum by the payer's signature for the token, and returns what is not authorised. Signatures of wallets that are not
/// deployed yet (ERC-6492) are not read here.
contract SandboxERC3009Collector is SandboxCollector {
    constructor(address escrow) SandboxCollector(escrow) {}

    function collect(PaymentInfo calldata info, address tokenStore, uint256 amount, bytes calldata data)
        internal
        override
    {
        IReceivesWithAuthorization(info.token).receiveWithAuthorization(
            info.payer, address(this), info.maxAmount, 0, info.preApprovalExpiry, hashWithoutPayer(info), data
        );
        if (info.maxAmount > amount) SafeToken.pay(info.token, info.payer, info.maxAmount - amount);
        SafeToken.pay(info.token, tokenStore, amount);
    }
}

struct Permitted {
    address token;
    uint256 amount;
}

struct PermitTransferFrom {
    Permitted permitted;
    uint256 nonce;
    uint256 deadline;
}

struct TransferDetails {
    address to;
    uint256 requestedAmount;
}

interface ISignatureTransfer {
    function permitTransferFrom(
        PermitTransferFrom calldata permit,
        TransferDetails calldata transferDetails,
        address owner,
        bytes calldata signature
    ) external;
}

/// Takes what is authorised by the payer's signature for Permit2.
contract SandboxPermit2Collector is SandboxCollector {
    ISignatureTransfer public immutable permit2;

    constructor(address escrow, address permit2_) SandboxCollector(escrow) {
        permit2 = ISignatureTransfer(permit2_);
    }

    function collect(PaymentInfo calldata info, address tokenStore, uint256 amount, bytes calldata data)
        internal
        override
    {
        permit2.permitTransferFrom(
            PermitTransferFrom(
                Permitted(info.token, info.maxAmount), uint256(hashWithoutPayer(info)), info.preApprovalExpiry
            ),
            TransferDetails(tokenStore, amount),
            info.payer,
            data
        );
    }
}

/// Takes refunds from what the operator allowed this contract.
contract SandboxOperatorRefundCollector is SandboxCollector {
    constructor(address escrow) SandboxCollector(escrow) {}

    function collectorType() external pure override returns (CollectorType) {
        return CollectorType.Refund;
    }

    function collect(PaymentInfo calldata info, address tokenStore, uint256 amount, bytes calldata) internal override {
        SafeToken.pull(info.token, info.operator, tokenStore, amount);
    }
}
