// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import "./BridgeTypes.sol";

interface IExecutor {
    function swapAndCompleteBridgeTokens(
        bytes32 transactionId,
        SwapData[] calldata swapData,
        address transferredAssetId,
        address payable receiver
    ) external payable;
}

/// Stands for LI.FI's receiver of Across: hands the tokens to the executor, and to the fallback address when that reverts.
contract SandboxReceiverAcrossV4 {
    address public immutable executor;
    address public immutable spokePool;

    event LiFiTransferRecovered(
        bytes32 indexed transactionId, address asset, address receiver, uint256 amount, uint256 timestamp
    );

    constructor(address executor_, address spokePool_) {
        executor = executor_;
        spokePool = spokePool_;
    }

    function handleV3AcrossMessage(address tokenSent, uint256 amount, address, bytes memory message) external {
        require(msg.sender == spokePool, "UnAuthorized");
        (bytes32 transactionId, SwapData[] memory swapData, address receiver) =
            abi.decode(message, (bytes32, SwapData[], address));
        Tokens.approve(tokenSent, executor, amount);
        try IExecutor(executor).swapAndCompleteBridgeTokens(transactionId, swapData, tokenSent, payable(receiver)) {}
        catch {
            Tokens.transfer(tokenSent, receiver, amount);
            emit LiFiTransferRecovered(transactionId, tokenSent, receiver, amount, block.timestamp);
        }
        Tokens.approve(tokenSent, executor, 0);
    }
}
