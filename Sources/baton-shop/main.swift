internal import Terminal

BrokenPipes.ignore()
await ShopMain.run().exit()
