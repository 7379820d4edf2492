internal import Terminal

BrokenPipes.ignore()
await RelayMain.run().exit()
