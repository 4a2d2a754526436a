// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import "./BridgeTypes.sol";

/// Stands for LI.FI's diamond: the two entry points that lead through Across, with the checks of the public
/// ones. Only the fee forwarder and the exchange, where there is one, can be called before the bridge; coins are refused.
contract SandboxLiFiDiamond {
    address public immutable spokePool;
    address public immutable feeForwarder;
    /// Zero where there is none.
    address public immutable swapRouter;

    event LiFiTransferStarted(BridgeData bridgeData);

    constructor(address spokePool_, address feeForwarder_, address swapRouter_) {
        spokePool = spokePool_;
        feeForwarder = feeForwarder_;
        swapRouter = swapRouter_;
    }

    function startBridgeTokensViaAcrossV4(BridgeData memory bridgeData, AcrossV4Data memory acrossData)
        external
        payable
    {
        require(!bridgeData.hasSourceSwaps, "InformationMismatch");
        check(bridgeData, acrossData);
        Tokens.transferFrom(bridgeData.sendingAssetId, msg.sender, address(this), bridgeData.minAmount);
        start(bridgeData, acrossData);
    }

    function swapAndStartBridgeTokensViaAcrossV4(
        BridgeData memory bridgeData,
        SwapData[] memory swapData,
        AcrossV4Data memory acrossData
    ) external payable {
        require(bridgeData.hasSourceSwaps && swapData.length > 0, "InformationMismatch");
        check(bridgeData, acrossData);
        uint256 before = Tokens.balanceOf(bridgeData.sendingAssetId, address(this));
        for (uint256 i = 0; i < swapData.length; i++) {
            if (!swapData[i].requiresDeposit) continue;
            Tokens.transferFrom(swapData[i].sendingAssetId, msg.sender, address(this), swapData[i].fromAmount);
        }
        for (uint256 i = 0; i < swapData.length; i++) {
            address target = swapData[i].callTo;
            bool isListed = target == feeForwarder || (target == swapRouter && swapRouter != address(0));
            require(isListed && swapData[i].approveTo == target, "ContractCallNotAllowed");
            Calls.run(swapData[i]);
        }
        uint256 left = Tokens.balanceOf(bridgeData.sendingAssetId, address(this)) - before;
        require(left >= bridgeData.minAmount, "CumulativeSlippageTooLow");
        bridgeData.minAmount = left;
        acrossData.outputAmount = (left * acrossData.outputAmountMultiplier) / 1e18;
        start(bridgeData, acrossData);
    }

    function check(BridgeData memory bridgeData, AcrossV4Data memory acrossData) private view {
        require(msg.value == 0 && bridgeData.sendingAssetId != address(0), "coins are not bridged here");
        require(bridgeData.receiver != address(0), "InvalidReceiver");
        require(bridgeData.minAmount > 0, "InvalidAmount");
        require(bridgeData.destinationChainId != block.chainid, "CannotBridgeToSameNetwork");
        require((acrossData.message.length > 0) == bridgeData.hasDestinationCall, "InformationMismatch");
        bool isSame = acrossData.receiverAddress == bytes32(uint256(uint160(bridgeData.receiver)));
        require(bridgeData.hasDestinationCall || isSame, "InvalidReceiver");
    }

    function start(BridgeData memory bridgeData, AcrossV4Data memory acrossData) private {
        Tokens.approveAll(bridgeData.sendingAssetId, spokePool, bridgeData.minAmount);
        // The offset of the struct makes room for the selector.
        bytes memory data = abi.encode(
            DepositData({
                depositor: acrossData.refundAddress,
                recipient: acrossData.receiverAddress,
                inputToken: bytes32(uint256(uint160(bridgeData.sendingAssetId))),
                outputToken: acrossData.receivingAssetId,
                inputAmount: bridgeData.minAmount,
                outputAmount: acrossData.outputAmount,
                destinationChainId: bridgeData.destinationChainId,
                exclusiveRelayer: acrossData.exclusiveRelayer,
                quoteTimestamp: acrossData.quoteTimestamp,
                fillDeadline: acrossData.fillDeadline,
                exclusivityParameter: acrossData.exclusivityParameter,
                message: acrossData.message
            })
        );
        (address pool, uint32 selector) = (spokePool, uint32(DEPOSIT));
        assembly {
            mstore(add(data, 32), selector)
            if iszero(call(gas(), pool, 0, add(data, 60), sub(mload(data), 28), 0, 0)) {
                returndatacopy(data, 0, returndatasize())
                revert(data, returndatasize())
            }
        }
        emit LiFiTransferStarted(bridgeData);
    }
}
