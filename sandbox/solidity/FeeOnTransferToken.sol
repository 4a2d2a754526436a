// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// Keeps one percent of every transfer for itself: the payee gets less than was sent.
contract FeeOnTransferToken {
    string public name;
    string public symbol;
    uint8 public immutable decimals;
    mapping(address holder => uint256 units) public balanceOf;
    mapping(address holder => mapping(address spender => uint256 units)) public allowance;

    event Transfer(address indexed from, address indexed to, uint256 value);

    constructor(string memory name_, string memory symbol_, uint8 decimals_) {
        name = name_;
        symbol = symbol_;
        decimals = decimals_;
    }

    function mint(address to, uint256 units) external {
        balanceOf[to] += units;
        emit Transfer(address(0), to, units);
    }

    function approve(address spender, uint256 units) external returns (bool) {
        allowance[msg.sender][spender] = units;
        return true;
    }

    function transferFrom(address from, address to, uint256 units) external returns (bool) {
        allowance[from][msg.sender] -= units;
        balanceOf[from] -= units;
        uint256 kept = units / 100;
        balanceOf[to] += units - kept;
        balanceOf[address(this)] += kept;
        emit Transfer(from, address(this), kept);
        emit Transfer(from, to, units - kept);
        return true;
    }
}
