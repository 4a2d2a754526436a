// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// Stands for the public oracle of sanctioned addresses on local nodes, with its published functions: only its owner
/// changes the list, and each network has a list of its own.
contract SandboxSanctionsOracle {
    address public immutable owner;
    mapping(address => bool) private listed;

    event SanctionedAddressesAdded(address[] addrs);
    event SanctionedAddressesRemoved(address[] addrs);

    constructor(address owner_, address first, address second) {
        owner = owner_;
        if (first != address(0)) listed[first] = true;
        if (second != address(0)) listed[second] = true;
    }

    modifier onlyOwner() {
        require(msg.sender == owner, "Ownable: caller is not the owner");
        _;
    }

    function name() external pure returns (string memory) {
        return "Sandbox sanctions oracle";
    }

    function addToSanctionsList(address[] calldata newSanctions) external onlyOwner {
        for (uint256 i = 0; i < newSanctions.length; i++) listed[newSanctions[i]] = true;
        emit SanctionedAddressesAdded(newSanctions);
    }

    function removeFromSanctionsList(address[] calldata removeSanctions) external onlyOwner {
        for (uint256 i = 0; i < removeSanctions.length; i++) listed[removeSanctions[i]] = false;
        emit SanctionedAddressesRemoved(removeSanctions);
    }

    function isSanctioned(address addr) external view returns (bool) {
        return listed[addr];
    }
}
